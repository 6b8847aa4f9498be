/**
 * The styles of a `reportCardSheet` on screens, with what differs on a phone: a table with up to fourteen columns has
 * 336 px there, so each subject is a block whose cells stand in rows, each below the head of its column.
 */
export const reportCardPhoneCss = `
.rc-part { display: none; }
@media screen and (max-width: 640px) {
  .rc-screen { padding: 14px 5px; font-size: 11pt; }
  .rc-screen .rc-head { flex-wrap: wrap; justify-content: space-between; gap: 8px; font-size: 10pt; }
  .rc-screen .rc-head > div { order: 3; flex: 1 0 100%; }
  .rc-screen .rc-dot { display: none; }
  .rc-screen .rc-whole { display: block; }
  .rc-screen .rc-logo { width: 60px; height: 60px; }
  .rc-screen .rc-photo { width: 64px; height: 81px; font-size: 9pt; }
  .rc-screen :is(.rc-photo, .rc-logo):not(:has(img)) { display: none; }
  .rc-screen .rc-facts { grid-template-columns: 1fr; gap: 2px; padding: 10px 0 2px; }
  .rc-screen .rc-facts > div:first-child { grid-column: auto; }
  .rc-screen .rc-pair { display: block; }
  .rc-screen .rc-pair .rc-summary { margin-top: 12px; }
  .rc-screen .rc-summary { padding: 8px 10px; gap: 4px 18px; font-size: 11.5pt; }
  .rc-screen .rc-table, .rc-screen .rc-table :is(caption, tbody, tfoot) { display: block; width: auto; font-size: 11pt; }
  .rc-screen .rc-table { margin-top: 14px; }
  .rc-screen .rc-table caption { padding: 2px 0; font-size: 12pt; }
  .rc-screen .rc-table :is(thead, colgroup) { display: none; }
  .rc-screen .rc-table tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(79px, 1fr)); margin-bottom: 8px; border: 1px solid #444; }
  .rc-screen .rc-table th, .rc-screen .rc-table td { padding: 4px 2px; border: 0; text-align: left; }
  .rc-screen .rc-table th[scope=row], .rc-screen .rc-table .rc-area { grid-column: 1 / -1; background: #eef1f4; font-weight: 600; }
  .rc-screen .rc-table td[data-head] { display: flex; flex-direction: column; justify-content: space-between; }
  .rc-screen .rc-table td[data-head]::before { content: attr(data-head); color: #333; font-size: 9pt; font-weight: 400; line-height: 1.25; }
  .rc-screen .rc-table td.rc-unsummed[data-head] { display: none; }
  .rc-screen .rc-table .rc-sum { font-weight: 600; }
  .rc-screen .rc-table .rc-part { display: block; grid-column: 1 / -1; padding-bottom: 0; border-top: 1px solid #bbb; font-size: 10pt; font-weight: 600; }
  .rc-screen .rc-table th + .rc-part { border-top: 0; }
  .rc-screen .rc-holistic .rc-words { grid-column: 1 / -1; }
  .rc-screen .rc-remarks > div { display: block; }
  .rc-screen .rc-notes, .rc-screen .rc-scales { font-size: 9.5pt; }
  .rc-screen .rc-scales .rc-table tbody { display: grid; grid-template-columns: max-content 1fr; border: 1px solid #444; }
  .rc-screen .rc-scales .rc-table tr { grid-template-columns: 1fr; margin: 0; border: 0; }
  .rc-screen .rc-scales .rc-table tr + tr { border-left: 1px solid #bbb; }
  .rc-screen .rc-scales .rc-table :is(th, td) { padding: 1px 8px; font-size: 9.5pt; white-space: nowrap; }
  .rc-screen .rc-foot { flex-wrap: wrap; gap: 12px; font-size: 9.5pt; }
  .rc-screen .rc-qr { flex: 1 0 100%; max-width: none; }
}
`
