const pictures = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 5_000_000 } as const

/** What may be uploaded, and its bounds: the server holds to them, the browser says them before a file is sent. */
export const uploads = {
  'school-logo': pictures,
  /** The head's, as it stands on papers. */
  'school-signature': pictures,
  'student-photo': pictures,
  'student-aadhar': { types: ['application/pdf'], maxBytes: 5_000_000 },
  'user-photo': pictures,
  /** Part of a certificate's format. */
  'certificate-picture': pictures,
  /** With a message to a family or to the school. */
  'chat-attachment': { types: [...pictures.types, 'application/pdf'], maxBytes: 5_000_000 },
  /** A table of the previous system's students. */
  'legacy-import': {
    types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: 20_000_000,
  },
} as const satisfies Record<string, { types: readonly string[]; maxBytes: number }>

export type UploadPurpose = keyof typeof uploads

export const uploadPurposes = Object.keys(uploads) as UploadPurpose[]

/** What is stored as a file: what people upload, and what the product makes for them. */
export type FilePurpose = UploadPurpose | 'document'
