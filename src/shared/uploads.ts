const pictures = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 5_000_000 } as const

/** Allowed types and sizes by purpose. The server enforces them; the browser checks them before sending a file. */
export const uploads = {
  'school-logo': pictures,
  /** Signature of the head, printed on documents. */
  'school-signature': pictures,
  'student-photo': pictures,
  'student-aadhar': { types: ['application/pdf'], maxBytes: 5_000_000 },
  /** The proof of a concession, such as an income certificate. */
  'concession-document': { types: [...pictures.types, 'application/pdf'], maxBytes: 5_000_000 },
  'user-photo': pictures,
  /** A picture in a certificate's format. */
  'certificate-picture': pictures,
  /** An attachment of a chat message. */
  'chat-attachment': { types: [...pictures.types, 'application/pdf'], maxBytes: 5_000_000 },
  /** A file of students from the previous system. */
  'legacy-import': {
    types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: 20_000_000,
  },
} as const satisfies Record<string, { types: readonly string[]; maxBytes: number }>

export type UploadPurpose = keyof typeof uploads

export const uploadPurposes = Object.keys(uploads) as UploadPurpose[]

/** Purpose of a stored file: an upload, or a document that the product made. */
export type FilePurpose = UploadPurpose | 'document'
