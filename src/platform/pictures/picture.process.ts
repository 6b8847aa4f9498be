/**
 * The process that decodes pictures. Its parent sends one `PictureRequest` at a time and gets a `DrawnPicture`. It has
 * no secrets in its environment, and ends with its parent.
 */
import sharp, { type Sharp } from 'sharp'
import { type Drawing, type DrawnPicture, maxPixels, type PictureRequest } from './drawing.ts'

// Memory is scarce: one thread for a picture, and no cache.
sharp.concurrency(1)
sharp.cache(false)
// Of the decoders of the library only those of the types that people may send.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

async function draw({ bytes, drawing }: PictureRequest): Promise<DrawnPicture> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, pages: 1 })
    const { width, height, hasAlpha } = await headerOf(bytes)
    if (width * height > maxPixels) return { problem: { kind: 'TOO_MANY_PIXELS', width, height } }
    const { format, drawn } = drawnAs(picture, drawing, hasAlpha)
    return { bytes: await drawn.toBuffer(), contentType: format }
  } catch {
    return { problem: { kind: 'UNREADABLE' } }
  }
}

/** Reads the header and decodes nothing. Without the limit a picture that is too large has no header either. */
async function headerOf(bytes: Uint8Array): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  return sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
}

function drawnAs(picture: Sharp, drawing: Drawing, hasAlpha: boolean): { format: string; drawn: Sharp } {
  switch (drawing.kind) {
    case 'STORED': {
      const { side } = drawing
      const resized = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      return hasAlpha
        ? { format: 'image/webp', drawn: resized.webp({ quality: 90 }) }
        : { format: 'image/jpeg', drawn: resized.jpeg({ quality: 85 }) }
    }
    case 'FILLED': {
      const { width, height } = drawing
      const filled = picture.resize({ width, height, fit: 'cover', position: 'top' }).flatten({ background: '#fff' })
      // The option saves an eighth of the time. Without it a photo has 5 to 10 % fewer bytes.
      return { format: 'image/jpeg', drawn: filled.jpeg({ quality: 82, optimizeCoding: false }) }
    }
    case 'SMALL': {
      const { side, type } = drawing
      const small = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      return { format: type, drawn: type === 'image/png' ? small.png() : small.webp({ quality: 80 }) }
    }
  }
}

process.on('message', (request: PictureRequest) => {
  void draw(request).then((drawn) => process.send?.(drawn))
})
process.on('disconnect', () => process.exit())
// A signal for the whole group is for the parent, which lets requests finish first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
