/** What may be uploaded, and its bounds: the server holds to them, the browser says them before a file is sent. */
export const uploads = {
  'school-logo': { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 5_000_000 },
  'student-photo': { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 5_000_000 },
  'student-aadhar': { types: ['application/pdf'], maxBytes: 5_000_000 },
} as const satisfies Record<string, { types: readonly string[]; maxBytes: number }>

export type UploadPurpose = keyof typeof uploads

export const uploadPurposes = Object.keys(uploads) as UploadPurpose[]
