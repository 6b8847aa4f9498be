/** Error for a refused PDF; the message says why and what to do. */
export class PdfProblem extends Error {}

const printAgain = 'Please open it, print it to a PDF and upload that.'

export const pdfProblems = {
  noPdf: 'This is not a PDF file.',
  incomplete: 'This PDF file is incomplete. Please export it again.',
  damaged: `This PDF file is damaged and cannot be read as a whole. ${printAgain}`,
  password: `This PDF is protected with a password. ${printAgain}`,
  tooMuch: `This PDF takes too much to read. ${printAgain}`,
  scripts: `This PDF holds scripts or attached files. ${printAgain}`,
  links: `This PDF holds links to web pages or to other files. ${printAgain}`,
  other: (name: string) => `This PDF holds something that a document on paper does not have (${name}). ${printAgain}`,
}
