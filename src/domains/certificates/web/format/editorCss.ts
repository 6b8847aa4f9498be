/**
 * TipTap's own styles, because the content security policy forbids the style element that it would add, and the styles
 * of nodes while they are edited. The paper is white in the dark theme too.
 */
export const editorCss = `
.lc-editor .ProseMirror { position: relative; outline: none; white-space: pre-wrap; white-space: break-spaces; overflow-wrap: anywhere; font-variant-ligatures: none; }
.lc-editor .ProseMirror [contenteditable="false"] { white-space: normal; }
.lc-editor img.ProseMirror-separator { display: inline !important; border: none !important; margin: 0 !important; width: 0 !important; height: 0 !important; }
.lc-editor .ProseMirror-gapcursor { display: none; pointer-events: none; position: absolute; margin: 0; }
.lc-editor .ProseMirror-gapcursor:after { content: ""; display: block; position: absolute; top: -2px; width: 20px; border-top: 1.5px solid #000; }
.lc-editor .ProseMirror-focused .ProseMirror-gapcursor { display: block; }
.lc-editor .ProseMirror-hideselection *::selection { background: transparent; }
.lc-editor .ProseMirror-hideselection * { caret-color: transparent; }
.lc-editor .tableWrapper { overflow-x: auto; }
.lc-editor table { width: 100% !important; min-width: 0 !important; table-layout: fixed; }
.lc-editor td, .lc-editor th { position: relative; }
.lc-editor .column-resize-handle { position: absolute; right: -2px; top: 0; bottom: 0; width: 4px; background: #1f5f8b; pointer-events: none; }
.lc-editor .ProseMirror.resize-cursor { cursor: col-resize; }
.lc-editor .selectedCell:after { content: ""; position: absolute; inset: 0; background: rgb(31 95 139 / 0.18); pointer-events: none; }
.lc-editor .lc-field { display: inline-block; max-width: 100%; padding: 0 7px; border-radius: 6px; background: #dcebf7; color: #0b3c61; box-shadow: inset 0 0 0 1px #9cc3e2; line-height: 1.45; cursor: grab; }
.lc-editor .lc-builtin { display: inline-block; max-width: 100%; padding: 4px 10px; border: 1px dashed #555; border-radius: 4px; background: #f3f3f3; color: #333; font-size: 12px; line-height: 1.45; cursor: grab; }
.lc-editor .lc-picture { max-width: 100%; min-width: 24px; min-height: 24px; vertical-align: middle; background: #f3f3f3; }
.lc-editor .ProseMirror-selectednode { outline: 2px solid #1f5f8b; outline-offset: 1px; }
.lc-editor .ProseMirror[contenteditable="false"] .lc-field, .lc-editor .ProseMirror[contenteditable="false"] .lc-builtin { cursor: default; }
`
