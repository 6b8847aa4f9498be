/** Longest side of a stored photo in pixels, as the server keeps it (platform/files/sanitizeFile.ts). */
const maxSide = 1024

/**
 * Returns a photo as a JPEG no larger than it is stored, so that a slow line carries kilobytes instead of the camera's
 * megabytes. A picture that the browser cannot draw is returned as it is: the server says what is wrong with it.
 */
export async function smallerPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  // What is transparent would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return jpeg ? new File([jpeg], 'photo.jpg', { type: 'image/jpeg' }) : file
}
