/**
 * HTTP header that names the request's mutation. The server uses it to choose the body size limit before it reads the
 * body, and refuses a document that runs another mutation.
 */
export const operationHeader = 'x-operation'
