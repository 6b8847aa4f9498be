/** Error when a PDF could not be made (specification, section 8). */
export const pdfFailedMessage = 'Could not generate PDF. Something was wrong.'
