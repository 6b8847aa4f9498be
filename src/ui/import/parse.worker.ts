import { t } from '@lingui/core/macro'
import { type ParsedFile, parseFile, UnreadableFile } from '#shared/parseFile.ts'

export type ParseAnswer = { progress: number } | { file: ParsedFile } | { unreadable: string }

const answer = (message: ParseAnswer) => self.postMessage(message)

self.onmessage = (event: MessageEvent<ArrayBuffer>) => {
  parseFile(new Uint8Array(event.data), (progress) => answer({ progress })).then(
    (file) => answer({ file }),
    (error: unknown) =>
      answer({ unreadable: error instanceof UnreadableFile ? error.message : t`This file cannot be read as a table.` }),
  )
}
