import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.tsx'
import { uploadFile } from '#ui/upload.ts'
import type { CardHolderKind } from '../../cardFields.ts'
import {
  type CardHolderFragment,
  IdCardCountsDocument,
  IdCardHoldersDocument,
  PutStudentPhotoDocument,
  PutUserPhotoDocument,
} from '../idcards.graphql.ts'

/** Returns a function that uploads a person's photo, stores it and shows the result. */
export function useUploadPhoto(holder: CardHolderKind) {
  const client = useApolloClient()
  const { schoolId } = useActiveSchool()
  return useCallback(
    async ({ personId, name }: CardHolderFragment, file: File) => {
      try {
        const { fileId } = await uploadFile(file, holder === 'STUDENT' ? 'student-photo' : 'user-photo', { client, schoolId })
        const variables = { schoolId, input: { id: personId, photoFile: fileId } }
        const refetchQueries = [IdCardHoldersDocument, IdCardCountsDocument]
        await (holder === 'STUDENT'
          ? client.mutate({ mutation: PutStudentPhotoDocument, variables, refetchQueries })
          : client.mutate({ mutation: PutUserPhotoDocument, variables, refetchQueries }))
        showSuccess(`${name} has a photo now.`)
      } catch (error) {
        const failure = failureOf(error)
        if (endsSession(failure)) return
        showError(failure.expected ? genericMessage(failure) : error instanceof Error ? error.message : genericMessage(failure))
      }
    },
    [client, schoolId, holder],
  )
}
