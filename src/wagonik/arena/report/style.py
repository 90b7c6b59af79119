"""How a page looks: by day, by night and on paper. Nothing is loaded from anywhere."""

from typing import Final

CSS: Final = """
:root{color-scheme:light dark;--bg:#f7f5f0;--card:#fffefb;--fg:#1c2431;--muted:#596273;
--line:#d8d3c7;--grid:#e9e5db;--a:#1f66ad;--b:#c2571a;--soft:#a9c6e6;--fair:#7a8291;
--map:#eef1ee;--none:#c9ccce;--low:#c2571a;--mid:#b9bdc2;--high:#1f66ad;--few:#d3e2f2;
--many:#0d3b75;--ink:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a2029;--fg:#e9ecf1;--muted:#a3adbd;
--line:#333c4a;--grid:#29313d;--a:#6fb1f5;--b:#f2955c;--soft:#2d4a6b;--fair:#8d97a8;
--map:#161c24;--none:#3d4653;--low:#f2955c;--mid:#5d6674;--high:#6fb1f5;--few:#243a54;
--many:#8cc4ff;--ink:#10151c}}
@media print{:root{--bg:#fff;--card:#fff;--fg:#000;--muted:#444;--line:#bbb;--grid:#ddd;--a:#1f66ad;
--b:#c2571a;--soft:#a9c6e6;--fair:#777;--map:#fff;--none:#ccc;--low:#c2571a;--mid:#bbb;
--high:#1f66ad;--few:#d3e2f2;--many:#0d3b75}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
body{margin:0;background:var(--bg);color:var(--fg)}
main,header,footer{max-width:1180px;margin:0 auto;padding:0 24px}
header{padding-top:44px}
h1{font-size:2.1rem;line-height:1.15;margin:0 0 .3em;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.35rem;margin:2.4em 0 .2em;letter-spacing:-.01em}
h3{font-size:1rem;margin:0 0 .5em}
main>h3{margin-top:1.8em}p{margin:.3em 0 1em;max-width:72ch}
.lead{color:var(--muted);font-size:1.05rem}
.muted,figcaption,.note{color:var(--muted);font-size:.9rem}
nav{margin:1.2em 0 0;font-size:.95rem}nav a{margin-right:1.2em;white-space:nowrap}
a{color:var(--a)}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{
outline:3px solid var(--b);outline-offset:2px;border-radius:3px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;
margin:1.4em 0}
.tile,.card{background:var(--card);border:1px solid var(--line);border-radius:12px}
.tile{padding:14px 16px}.tile b{display:block;font-size:1.65rem;line-height:1.2;
font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.tile span{color:var(--muted);font-size:.85rem}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:16px}
.card{padding:18px 20px;margin:0;min-width:0}.row+.row,.card+.card{margin-top:16px}
.row .card+.card{margin-top:0}
figure{margin:0}figure svg{display:block;width:100%;height:auto}
svg text{fill:var(--fg);font-family:inherit;font-size:12px}svg .m{fill:var(--muted)}
svg .halo{paint-order:stroke;stroke:var(--map);stroke-width:4px;stroke-linejoin:round}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:.85rem;color:var(--muted);
margin:.2em 0 .6em}.legend i{display:inline-block;width:12px;height:12px;border-radius:3px;
margin-right:6px;vertical-align:-1px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:5px 10px 5px 0;text-align:right;border-bottom:1px solid var(--grid);
vertical-align:middle;white-space:nowrap}th:first-child,td:first-child{text-align:left;
white-space:normal;min-width:11em}thead th{position:sticky;top:0;background:var(--card);
border-bottom:2px solid var(--line)}th button{all:unset;cursor:pointer;font-weight:600}
th[aria-sort=descending] button::after{content:" ↓"}
th[aria-sort=ascending] button::after{content:" ↑"}
td svg{display:block;width:150px;height:18px;margin-left:auto}
.tall{max-height:34rem;overflow:auto}
summary{cursor:pointer;color:var(--a);font-size:.9rem;margin-top:.6em}
fieldset{border:0;padding:0;margin:0 0 .6em;display:flex;flex-wrap:wrap;
gap:4px 18px;font-size:.92rem}
legend{float:left;margin-right:14px;color:var(--muted)}
.map .t{fill:var(--taken)}.map:has(input[value=won]:checked) .t{fill:var(--won)}
.map .k-won{display:none}.map:has(input[value=won]:checked) .k-won{display:flex}
.map:has(input[value=won]:checked) .k-taken{display:none}
.swatch{width:120px;height:10px;border-radius:5px;align-self:center}
.find{display:grid;grid-template-columns:112px 1fr;gap:2px 12px;padding:14px 0;
border-bottom:1px solid var(--grid)}.find:last-child{border:0}.find p{grid-column:2;margin:.1em 0}
.find h3{margin:0}.mark{font-size:.75rem;font-weight:700;padding:2px 9px;border-radius:99px;
place-self:start;margin-top:2px;color:var(--ink)}.mark.problem{background:var(--b)}
.mark.look{background:var(--a)}.mark.fine{background:var(--fair)}
footer{color:var(--muted);font-size:.85rem;padding-top:2.5em;padding-bottom:3em}
.skip{position:absolute;left:-999px}.skip:focus{left:24px;top:8px}
@media print{.card,.tile,.find{break-inside:avoid}.tall{max-height:none;overflow:visible}nav,
fieldset{display:none}header{padding-top:0}h2{break-after:avoid}}
"""

# Tables are sorted by a click on a heading; without scripts they stay as they are.
SCRIPT: Final = """
for (const table of document.querySelectorAll("table.sort")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = row => {
        const cell = row.cells[column], number = parseFloat(cell.dataset.v);
        return Number.isNaN(number) ? cell.textContent : number;
      };
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const x = value(a), y = value(b);
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
      });
      table.tBodies[0].append(...rows);
    });
  });
}
"""
