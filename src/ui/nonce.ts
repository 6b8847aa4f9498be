/**
 * Nonce of the content security policy, written into the page by the server. Only styles with it are allowed, so every
 * library that writes styles at run time gets it.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
