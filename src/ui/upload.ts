import { t } from '@lingui/core/macro'
import { type UploadPurpose, uploads } from '#shared/uploads.ts'
import { failureOf, genericMessage } from './problems.ts'
import { RequestUploadDocument } from './upload.graphql.ts'
import type { SendCommand } from './useSendCommand.ts'

/** A stored upload: its id for the form, and a temporary URL to view it. */
export interface Uploaded {
  fileId: string
  url: string
}

interface UploadTarget {
  sendCommand: SendCommand
  schoolId: string
}

/**
 * Uploads a file to the school's storage, to a URL that the server issues for this file.
 * @param onProgress receives the share that is sent, 0 to 1
 * @throws Error with a message to show: 'Invalid file object', 'Upload failed: status - text', 'Network request
 * failed', or the server's refusal
 */
export async function uploadFile(
  file: File,
  purpose: UploadPurpose,
  { sendCommand, schoolId }: UploadTarget,
  onProgress: (share: number) => void = () => {},
): Promise<Uploaded> {
  if (!(file instanceof File) || file.size === 0) throw new Error(t`Invalid file object`)
  const { maxBytes } = uploads[purpose]
  if (file.size > maxBytes) throw new Error(t`The file is too large: at most ${maxBytes / 1_000_000} MB.`)
  const input = { purpose, contentType: file.type, size: file.size }
  const { requestUpload } = await sendCommand(RequestUploadDocument, { schoolId, input }).catch((error: unknown) => {
    throw new Error(genericMessage(failureOf(error)), { cause: error })
  })
  return putFile(requestUpload.url, file, onProgress)
}

/** Uses XMLHttpRequest, because fetch() reports no upload progress, and a photo takes a while on a slow connection. */
function putFile(url: string, file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.setRequestHeader('content-type', file.type)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new Error(t`Network request failed`))
    request.ontimeout = request.onerror
    request.timeout = 120_000
    request.onload = () => {
      const answer = readJson(request.responseText)
      if (request.status === 201 && typeof answer.fileId === 'string' && typeof answer.url === 'string')
        resolve({ fileId: answer.fileId, url: answer.url })
      else reject(new Error(t`Upload failed: ${request.status} - ${answer.message ?? request.statusText}`))
    }
    request.send(file)
  })
}

function readJson(text: string): { fileId?: unknown; url?: unknown; message?: string } {
  try {
    return JSON.parse(text) as { fileId?: unknown; url?: unknown; message?: string }
  } catch {
    return {}
  }
}
