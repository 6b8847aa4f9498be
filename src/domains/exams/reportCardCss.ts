/** The page of a report card. */
export const reportCardPage = 'A4 portrait; margin: 9mm 10mm'

/** The styles of `reportCardSheet`, on screen and on paper. Always black on white, also in the dark theme. */
export const reportCardCss = `
.report-card { position: relative; box-sizing: border-box; width: 794px; max-width: 100%; margin: 0 auto; padding: 34px 38px; background: #fff; color: #000; color-scheme: light; font-family: "Noto Sans Devanagari", "Paper Latin", system-ui, sans-serif; font-size: 9.5pt; line-height: 1.35; text-align: left; overflow-wrap: anywhere; }
.report-card p, .report-card dl, .report-card dd, .report-card h1, .report-card h2, .report-card h3 { margin: 0; }
.report-card b, .report-card h1, .report-card h2, .report-card h3, .report-card caption { font-weight: 600; }
.report-card small { font-size: 0.85em; font-weight: 400; }
.rc-head { display: flex; align-items: flex-start; gap: 4mm; padding-bottom: 2.5mm; border-bottom: 0.5mm solid #000; text-align: center; font-size: 8.5pt; }
.rc-head > div { flex: 1; min-width: 0; }
.rc-head h1 { font-size: 16pt; line-height: 1.25; }
.rc-head h2 { margin-top: 1.5mm; font-size: 12.5pt; }
.rc-lines { white-space: pre-line; }
.rc-whole { display: inline-block; }
.rc-logo { flex: none; width: 22mm; height: 22mm; }
.rc-logo img, .rc-photo img { width: 100%; height: 100%; }
.rc-logo img { object-fit: contain; }
.rc-photo { flex: none; box-sizing: border-box; display: flex; align-items: center; justify-content: center; width: 23.4mm; height: 29.7mm; border: 0.2mm solid #555; color: #555; overflow: hidden; }
.rc-photo img { object-fit: cover; object-position: 50% 0; }
.rc-facts { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.8mm 5mm; padding: 2mm 0 0.5mm; }
.rc-facts > div:first-child { grid-column: span 2; }
.rc-facts dt, .rc-summary dt, .rc-remarks dt { display: inline; color: #333; }
.rc-facts dt::after, .rc-summary dt::after, .rc-remarks dt::after { content: ": "; }
.rc-facts dd, .rc-summary dd { display: inline; font-weight: 600; }
.rc-table { width: 100%; margin: 2mm 0 0; border-collapse: collapse; table-layout: fixed; }
.rc-table caption { padding: 0.5mm 0; text-align: left; font-size: 10.5pt; }
.rc-table th, .rc-table td { padding: 0.7mm 1mm; border: 0.2mm solid #444; text-align: center; font-weight: 400; vertical-align: middle; }
.rc-table thead th { background: #eef1f4; font-size: 8.5pt; line-height: 1.25; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.rc-table thead th, .rc-table tfoot td, .rc-table tfoot th { font-weight: 600; }
.rc-table th[scope=row], .rc-table th.rc-of { text-align: left; }
.rc-whose { float: right; padding-left: 3mm; font-weight: 400; }
.rc-table tr { break-inside: avoid; }
.rc-name { width: 22%; }
.rc-narrow { font-size: 8.5pt; }
.rc-narrow .rc-grade-word { width: 9.5%; }
.rc-table td:has(wbr) { overflow-wrap: normal; }
.rc-table wbr + small { white-space: nowrap; }
.rc-narrow .rc-name { width: 19%; }
.rc-narrow thead tr:last-child th { height: 27mm; padding: 0.8mm 0; font-size: 8pt; }
.rc-narrow thead tr:last-child th[scope=col] > span { writing-mode: vertical-rl; writing-mode: sideways-lr; max-height: 26mm; }
.rc-failed { font-weight: 600; }
.rc-failed th, .rc-failed td { font-weight: 600; }
.rc-pair { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; align-items: start; }
.rc-pair .rc-name { width: 43%; }
.rc-pair .rc-summary { margin-top: 8mm; }
.rc-summary { display: flex; flex-wrap: wrap; gap: 0.5mm 7mm; margin: 2mm 0 0; padding: 1.5mm 2.5mm; border: 0.2mm solid #444; }
.rc-summary .rc-result { flex-basis: 100%; margin-top: 0.5mm; font-size: 11pt; }
.rc-remarks { display: grid; gap: 1mm; padding-top: 2mm; }
.rc-remarks > div { display: flex; gap: 1.5mm; break-inside: avoid; }
.rc-remarks dt { flex: none; }
.rc-remarks dd { flex: 1; min-width: 0; }
.rc-remarks .rc-line { border-bottom: 0.2mm dotted #555; }
.rc-notes { margin: 2mm 0 0; padding: 0; list-style: none; font-size: 8.5pt; }
.rc-scales { padding-top: 1mm; font-size: 8pt; break-inside: avoid; }
.rc-scales .rc-table th, .rc-scales .rc-table td { padding: 0.3mm 0.6mm; }
.rc-scales p { padding-top: 1mm; }
.rc-holistic { font-size: 9pt; line-height: 1.25; }
.rc-holistic th, .rc-holistic td { padding: 0.4mm 1mm; }
.rc-holistic .rc-voice { width: 12%; }
.rc-holistic .rc-area { background: #f6f7f9; font-weight: 600; text-align: left; break-after: avoid; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.rc-holistic .rc-words { text-align: left; overflow-wrap: anywhere; }
.rc-words span + span { margin-left: 3mm; }
.rc-foot { display: flex; align-items: flex-end; gap: 6mm; margin-top: 4mm; break-inside: avoid; font-size: 8.5pt; }
.rc-qr { flex: none; display: flex; flex-direction: column; gap: 0.5mm; max-width: 36mm; }
.rc-qr svg { width: 20mm; height: 20mm; margin-left: -1mm; }
.rc-signature { flex: 1; text-align: center; }
.rc-signature > span { display: flex; align-items: flex-end; justify-content: center; height: 13mm; margin-bottom: 0.5mm; border-bottom: 0.2mm solid #333; }
.rc-signature img { max-width: 100%; max-height: 12mm; }
.report-card .rc-note { margin-bottom: 2mm; padding: 1mm 2.5mm; border: 0.5mm solid #000; font-weight: 600; }
.rc-across { position: absolute; inset: 0; z-index: 1; display: flex; align-items: center; justify-content: center; overflow: hidden; color: rgb(0 0 0 / 16%); font-size: min(72pt, 12vw); font-weight: 600; white-space: nowrap; pointer-events: none; transform: rotate(-35deg); }
.rc-across::before { content: attr(data-text); }
@media print {
  /* Borders that end where the page does are not printed. */
  .report-card { width: auto; padding: 0 1px 0 0; }
  /* Photos for paper are cropped already. To crop them again takes the renderer a quarter of its time. */
  .rc-photo { overflow: visible; }
  .rc-photo img { object-fit: fill; }
  .report-card + .report-card, .rc-sheet + .rc-sheet { break-before: page; }
}
`
