import { nonce } from './nonce.ts'

/**
 * The snackbar library reads the nonce under this name each time it writes a style, first on import. So this module is
 * imported before it. Otherwise the content security policy blocks the styles.
 */
declare global {
  interface Window {
    __nonce__?: string
  }
}

window.__nonce__ = nonce
