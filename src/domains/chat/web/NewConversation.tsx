import { useQuery } from '#ui/data/useQuery.ts'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useDeferredValue, useId, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { ChatContactsDocument, OpenChatThreadDocument, type OpenChatThreadMutationVariables } from './chat.graphql.ts'
import styles from './NewConversation.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon } from '#ui/kit/icons.ts'

type Target = OpenChatThreadMutationVariables['input']

/** Starts or opens a conversation. Staff choose a family or section; a family writes to its teachers. */
export function NewConversation({ onOpen }: { onOpen: (threadId: string) => void }) {
  const { schoolId, viewer } = useActiveSchool()
  const [openThread, opening] = useCommand(OpenChatThreadDocument)
  const [choosing, setChoosing] = useState(false)

  async function open(input: Target) {
    const data = await openThread({ schoolId, input })
    if (!data) return
    onOpen(data.openChatThread.id)
    setChoosing(false)
  }

  const { studentId } = viewer
  if (studentId !== null)
    return (
      <Button variant="primary" onClick={() => void open({ studentId })} loading={opening}>
        Write to the Teachers
      </Button>
    )
  return (
    <>
      <Button variant="primary" icon={<AddIcon />} onClick={() => setChoosing(true)}>
        New Conversation
      </Button>
      {choosing && <ChooseDialog onChoose={(target) => void open(target)} onClose={() => setChoosing(false)} />}
    </>
  )
}

interface ChooseDialogProps {
  onChoose: (target: Target) => void
  onClose: () => void
}

function ChooseDialog({ onChoose, onClose }: ChooseDialogProps) {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const [targetKind, setTargetKind] = useState<'student' | 'section'>('student')
  const [searchText, setSearchText] = useState('')
  const search = useDeferredValue(searchText.trim())
  const ofSection = targetKind === 'section'
  const { data, previousData, error, refetch } = useQuery(ChatContactsDocument, {
    variables: { schoolId, input: { search: ofSection ? '' : search } },
  })
  const contacts = (data ?? previousData)?.chatContacts
  const rows = !contacts
    ? null
    : ofSection
      ? contacts.sections
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          .map(({ id, name }) => ({ id, name, detail: 'All families of the section', disabled: false }))
      : contacts.students.map(({ id, name, section, roll, hasAccount }) => ({
          id,
          name,
          disabled: !hasAccount,
          detail: hasAccount ? `${section} · roll ${roll}` : `${section} · roll ${roll} · cannot sign in`,
        }))
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>New Conversation</DialogTitle>
      <DialogContent className={styles.content}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="With whom"
          value={targetKind}
          onChange={(_, value: 'student' | 'section' | null) => value && setTargetKind(value)}
        >
          <ToggleButton value="student">One family</ToggleButton>
          <ToggleButton value="section">A whole section</ToggleButton>
        </ToggleButtonGroup>
        <TextField
          autoFocus
          size="small"
          type="search"
          label={ofSection ? 'Search sections' : 'Search students'}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        {rows === null ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={5} />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            text={search !== '' ? 'No matches' : ofSection ? 'You have no sections' : 'There are no students in your sections'}
            hint={search !== '' ? undefined : 'You can write to the families of the sections and subjects you teach.'}
          />
        ) : (
          <List disablePadding aria-label={ofSection ? 'Sections' : 'Students'} className={styles.box}>
            {rows.map(({ id, name, detail, disabled }) => (
              <ListItem key={id} disablePadding>
                <ListItemButton
                  disabled={disabled}
                  onClick={() => onChoose(ofSection ? { sectionId: id } : { studentId: id })}
                  className={styles.chooseDialogBox}
                >
                  <ListItemText primary={name} secondary={detail} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        )}
        {!ofSection && contacts?.more && (
          <Text tone="quiet" size="small">
            There are more students: search by name, roll or register number.
          </Text>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
