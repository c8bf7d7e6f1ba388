/** The style of a report: one column, tables that print well, in the colours of the reader's system. */
export const REPORT_STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --alarm: #b00020; }
@media (prefers-color-scheme: dark) { :root { --alarm: #ff8a8a; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
header { border-bottom: 2px solid var(--line); }
h1 { font-size: 1.6rem; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.5rem 0; }
dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: minmax(8rem, 16rem) 1fr; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; min-width: 50%; }
caption { color: GrayText; padding: 0.25rem 0; text-align: left; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; padding: 0.3rem 0.75rem; text-align: left; }
th { background: var(--soft); }
.number { font-variant-numeric: tabular-nums; text-align: right; }
.alarm { border-left: 0.3rem solid var(--alarm); color: var(--alarm); font-weight: 600; padding-left: 0.75rem; }
@media print { nav { display: none; } section { break-inside: avoid-page; } }
`;
