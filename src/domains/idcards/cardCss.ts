/** The styles of `cardSheet.ts`, for the screen and the PDF. A card looks the same in the dark theme. */
export const cardCss = `
.card { position: relative; flex: none; background: #fff; font-family: "Noto Sans Devanagari", "Paper Latin", sans-serif; font-size: 7pt; line-height: 1.2; text-align: left; color-scheme: light; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.card > * { position: absolute; margin: 0; box-sizing: border-box; }
.card b { font-weight: 600; }
.card img { display: block; width: 100%; height: 100%; }
.card-logo { padding: 0.7mm; background: #fff; border-radius: 1.8mm; }
.card-school { display: flex; flex-direction: column; justify-content: center; gap: 0.3mm; overflow-wrap: anywhere; }
.card-name { overflow-wrap: anywhere; }
.card-logo img { object-fit: contain; }
.card-photo { border: 0.4mm solid; border-radius: 1.6mm; overflow: hidden; background: #fff; }
.card-photo img { object-fit: cover; object-position: 50% 0; }
.card-photo-white { border: 0.8mm solid #fff; }
.card-no-photo { display: flex; align-items: flex-end; justify-content: center; }
.card-no-photo svg { width: 100%; }
.card-facts { display: flex; flex-direction: column; gap: 0.45mm; }
.card-facts > div { display: flex; align-items: baseline; min-width: 0; }
.card-facts dt { flex: none; font-size: 0.82em; white-space: nowrap; }
.card-facts dd { flex: 1; min-width: 0; margin: 0; overflow-wrap: anywhere; font-weight: 600; }
.card-signature { display: flex; flex-direction: column; justify-content: flex-end; align-items: stretch; text-align: center; }
.card-signature span { flex: 1; min-height: 0; border-bottom: 0.2mm solid #333; }
.card-signature span img { object-fit: contain; object-position: 50% 100%; }
.card-signature em { font-style: normal; font-size: 5.5pt; line-height: 1.3; color: #333; }
.card-foot { display: flex; align-items: center; justify-content: space-between; gap: 2mm; font-size: 6.5pt; white-space: nowrap; }
.card-foot-stacked { flex-direction: column; justify-content: center; gap: 0.3mm; font-size: 6pt; }
.card-foot-stacked b { font-size: 7pt; }
.card-back-text { display: flex; flex-direction: column; justify-content: center; gap: 1.4mm; }
.card-back-text p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.card-middle { display: flex; align-items: center; justify-content: center; text-align: center; }
`
