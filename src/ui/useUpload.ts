import { useCallback, useState } from 'react'
import { type UploadPurpose, uploads } from '#shared/uploads.ts'
import { useActiveSchool } from './activeSchool.ts'
import { useSendCommand } from './useSendCommand.ts'

/**
 * Uploads files to the active school. `upload` returns a file's id, `accept` is for the file input, and `addressOf`
 * returns the URL of a file that was just uploaded.
 */
export function useUpload(purpose: UploadPurpose) {
  const sendCommand = useSendCommand()
  const { schoolId } = useActiveSchool()
  const [sentUrls, setSentUrls] = useState<Readonly<Record<string, string>>>({})
  const upload = useCallback(
    async (file: File, onProgress: (share: number) => void) => {
      // Loaded with the first file: few forms that have such a field are sent with one.
      const { uploadFile } = await import('./upload.ts')
      const { fileId, url } = await uploadFile(file, purpose, { sendCommand, schoolId }, onProgress)
      setSentUrls((before) => ({ ...before, [fileId]: url }))
      return fileId
    },
    [sendCommand, schoolId, purpose],
  )
  return {
    upload,
    accept: uploads[purpose].types.join(','),
    addressOf: (fileId: string): string | null => sentUrls[fileId] ?? null,
  }
}
