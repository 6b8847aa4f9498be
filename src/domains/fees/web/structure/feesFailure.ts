/** Returns the message of a failed change of fees or categories (specification, section 8). */
export const feesFailure = (message: string) => `Something Went Wrong. Heres the error ${message}`
