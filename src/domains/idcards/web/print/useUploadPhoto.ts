import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { uploadFile } from '#ui/upload.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import type { CardHolderKind } from '../../cardFields.ts'
import { type CardHolderFragment, PutStudentPhotoDocument, PutUserPhotoDocument } from '../idcards.graphql.ts'

/** Returns a function that uploads a person's photo, stores it and shows the result. */
export function useUploadPhoto(holder: CardHolderKind) {
  const sendCommand = useSendCommand()
  const { schoolId } = useActiveSchool()
  return useCallback(
    async ({ personId, name }: CardHolderFragment, file: File) => {
      try {
        const { fileId } = await uploadFile(file, holder === 'STUDENT' ? 'student-photo' : 'user-photo', {
          sendCommand,
          schoolId,
        })
        const variables = { schoolId, input: { id: personId, photoFile: fileId } }
        await (holder === 'STUDENT'
          ? sendCommand(PutStudentPhotoDocument, variables, { alsoChanges: ['students'] })
          : sendCommand(PutUserPhotoDocument, variables, { alsoChanges: ['users'] }))
        showSuccess(t`${name} has a photo now.`)
      } catch (error) {
        const failure = failureOf(error)
        if (endsSession(failure)) return
        showError(failure.expected ? genericMessage(failure) : error instanceof Error ? error.message : genericMessage(failure))
      }
    },
    [sendCommand, schoolId, holder],
  )
}
