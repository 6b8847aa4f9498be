import { nonce } from './nonce.ts'

/**
 * The snackbar library gives its styles the nonce it finds under this name, each time it writes one and for the first time
 * when it is imported: this comes before it in every file that imports it. Without, the content security policy drops them.
 */
declare global {
  interface Window {
    __nonce__?: string
  }
}

window.__nonce__ = nonce
