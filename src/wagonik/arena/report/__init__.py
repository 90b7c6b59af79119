"""Reports: one HTML page with plots, complete in itself."""

from wagonik.arena.report.page import document, report_page

__all__ = ["document", "report_page"]
