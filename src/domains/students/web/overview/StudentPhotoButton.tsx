import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { uploads } from '#shared/uploads.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { AddPhotoIcon } from '#ui/kit/icons.ts'
import { Menu } from '#ui/kit/Menu.tsx'
import { useMedia } from '#ui/kit/useMedia.ts'
import { endsSession, failureOf, genericMessage } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { PutPhotoOfStudentDocument, type StudentDetailFragment } from '../students.graphql.ts'

/** Takes a photo of the student with the phone's camera, or chooses a picture; stored at once. */
export function StudentPhotoButton({ student }: { student: StudentDetailFragment }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const camera = useRef<HTMLInputElement>(null)
  const picture = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [storing, setStoring] = useState(false)
  // A desk has no camera that a page may open by a file field.
  const hasCamera = useMedia('(pointer: coarse)')
  const { id, name, photoUrl, viewerCan } = student
  if (!viewerCan.update.allowed) return null
  const label = photoUrl ? t`Change photo of ${name}` : t`Add photo of ${name}`

  async function store(file: File | undefined) {
    if (!file) return
    setStoring(true)
    try {
      // Loaded once a picture is chosen.
      const [{ smallerPicture }, { uploadFile }] = await Promise.all([
        import('../photos/smallerPicture.ts'),
        import('#ui/upload.ts'),
      ])
      const photo = await smallerPicture(file)
      const { fileId } = await uploadFile(photo, 'student-photo', { sendCommand, schoolId })
      await put(fileId)
      showSuccess(t`${name} has a photo now.`)
    } catch (error) {
      showFailure(error)
    } finally {
      setStoring(false)
    }
  }

  const put = (photoFile: string) => sendCommand(PutPhotoOfStudentDocument, { schoolId, input: { id, photoFile } })

  const remove = () =>
    put('').then(
      () => showSuccess(t`The photo is removed.`),
      (error: unknown) => showFailure(error),
    )

  const field = (ref: typeof camera, capture: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={capture ? t`Take a photo` : t`Photo`}
      accept={capture ? 'image/*' : uploads['student-photo'].types.join(',')}
      {...(capture ? { capture: 'environment' as const } : {})}
      onChange={({ target }) => {
        void store(target.files?.[0])
        // The same file can be chosen again.
        target.value = ''
      }}
    />
  )
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        loading={storing}
        aria-label={label}
        aria-haspopup="menu"
        icon={<AddPhotoIcon size={16} />}
        onClick={(event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget)}
      >
        {photoUrl ? t`Change` : t`Photo`}
      </Button>
      <Menu
        anchor={anchor}
        label={label}
        onClose={() => setAnchor(null)}
        choices={[
          ...(hasCamera ? [{ label: t`Take a photo`, onChoose: () => camera.current?.click() }] : []),
          { label: t`Choose a picture`, onChoose: () => picture.current?.click() },
          ...(photoUrl ? [{ label: t`Remove the photo`, danger: true, onChoose: () => void remove() }] : []),
        ]}
      />
      {field(camera, true)}
      {field(picture, false)}
    </>
  )
}

function showFailure(error: unknown) {
  const failure = failureOf(error)
  if (endsSession(failure)) return
  showError(failure.expected || !(error instanceof Error) ? genericMessage(failure) : error.message)
}
