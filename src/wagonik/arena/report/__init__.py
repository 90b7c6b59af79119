"""Reports: one HTML page with plots, complete in itself."""

from wagonik.arena.report.page import differences, document, report_page

__all__ = ["differences", "document", "report_page"]
