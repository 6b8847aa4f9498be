import { nonce } from '../nonce.ts'

/** Styles for as long as it is mounted, of papers whose CSS the server has, too. Screens have CSS modules. */
export function GlobalStyle({ css }: { css: string }) {
  return <style nonce={nonce}>{css}</style>
}
