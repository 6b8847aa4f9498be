/**
 * The value the server wrote into this page: the content security policy allows styles that carry it, and no others. Every
 * library that writes styles while the page runs is given it.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
