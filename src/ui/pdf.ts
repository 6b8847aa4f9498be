import { useCallback } from 'react'
import { noPdf } from '#shared/pdf.ts'
import { useActiveSchool } from './activeSchool.ts'
import { saveFile } from './DataTable/exportRows.ts'
import { useShellSession } from './shell/session.ts'

/**
 * Has the server make a PDF of something it stores and hands it to the person: `name` is the document's, `params` say which.
 * The answer rejects with an Error whose message is to be shown.
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
        throw new Error(noPdf, { cause })
      })
      if (response.status === 401) void check()
      if (!response.ok) throw new Error(await refusalOf(response))
      saveFile(await response.blob(), fileNameOf(response) ?? `${name}.pdf`)
    },
    [accessToken, check, schoolId],
  )
}

/** The server's own sentence where it refused; one without a code is about the request, and says nothing to a person. */
async function refusalOf(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  const { code, problems, message } = (said ?? {}) as { code?: unknown; problems?: unknown; message?: unknown }
  return typeof code === 'string' && Array.isArray(problems) && typeof message === 'string' ? message : noPdf
}

function fileNameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}
