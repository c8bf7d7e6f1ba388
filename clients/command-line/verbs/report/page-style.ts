/** The look of a report, on paper and on a screen. */
export const STYLE = `
@page { size: A4; margin: 18mm 15mm; }
:root { color-scheme: light; }
body { font: 10pt/1.4 Georgia, "Times New Roman", serif; color: #1a1a1a; max-width: 180mm; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 .2em; }
h2 { font-size: 12.5pt; margin: 1.8em 0 .5em; break-after: avoid; }
p.about { color: #555; margin: 0 0 1.5em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3em .8em .3em 0; }
thead { display: table-header-group; }
thead th { font-weight: normal; color: #555; border-bottom: .8pt solid #1a1a1a; }
tbody tr { break-inside: avoid; }
tbody td, tbody th { border-bottom: .4pt solid #ccc; }
tbody th { font-weight: normal; color: #555; width: 9em; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.name { overflow-wrap: anywhere; white-space: pre-wrap; }
.digest { display: block; font: 7.5pt/1.3 "DejaVu Sans Mono", Menlo, Consolas, monospace; color: #555; overflow-wrap: anywhere; }
.bad { font-weight: bold; color: #a00; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
`;
