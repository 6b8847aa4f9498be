import { useCallback } from 'react'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { useActiveSchool } from './activeSchool.ts'
import { saveFile } from './DataTable/exportRows.ts'
import { useShellSession } from './shell/shellSession.ts'

/**
 * Returns a function that has the server make a PDF of a stored document and downloads it. `name` is the document's
 * name, `params` select it.
 * It rejects with an Error whose message can be shown.
 */
export function usePdf(): (name: string, params: Record<string, unknown>) => Promise<void> {
  const { accessToken, check } = useShellSession()
  const { schoolId } = useActiveSchool()
  return useCallback(
    async (name, params) => {
      const token = await accessToken()
      const response = await fetch('/files/generatePdf', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify({ ...params, document: name, schoolId }),
      }).catch((cause: unknown) => {
        throw new Error(pdfFailedMessage, { cause })
      })
      if (response.status === 401) void check()
      if (!response.ok) throw new Error(await refusalMessageOf(response))
      saveFile(await response.blob(), fileNameOf(response) ?? `${name}.pdf`)
    },
    [accessToken, check, schoolId],
  )
}

/**
 * Returns the server's message when it refused. An error without a code is about the request itself and means nothing
 * to the user.
 */
async function refusalMessageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const { code, problems, message } = (body ?? {}) as { code?: unknown; problems?: unknown; message?: unknown }
  return typeof code === 'string' && Array.isArray(problems) && typeof message === 'string' ? message : pdfFailedMessage
}

function fileNameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
