/** Said wherever a PDF could not be made (specification, section 8). */
export const noPdf = 'Could not generate PDF. Something was wrong.'
