/** Polling interval of the chat, in milliseconds. */
export const pollIntervalMs = 5000
