import { type ReactNode, useState } from 'react'
import { Alert } from './Alert.tsx'
import { Avatar, PersonName } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { Checkbox, Radio, RadioGroup, Switch } from './Checkbox.tsx'
import { Chip, ChipButton } from './Chip.tsx'
import { Combobox, MultiCombobox } from './Combobox.tsx'
import { DateField } from './DateField.tsx'
import { Dialog, DialogActions, DialogBody } from './Dialog.tsx'
import { Disclosure } from './Disclosure.tsx'
import { IconButton } from './IconButton.tsx'
import { DeleteIcon, EditIcon, SearchIcon } from './icons.ts'
import styles from './KitPage.module.css'
import { Link } from './Link.tsx'
import { List, ListButton, ListRow, ListText } from './List.tsx'
import { Menu } from './Menu.tsx'
import { Pages } from './Pages.tsx'
import { Progress, Spinner } from './Progress.tsx'
import { Row } from './Row.tsx'
import { Select } from './Select.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Stack } from './Stack.tsx'
import { Cell, HeadCell, Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'
import { Heading, Text } from './Text.tsx'
import { TextArea, TextField } from './TextField.tsx'
import { Toggle, ToggleGroup } from './ToggleGroup.tsx'
import { Tooltip } from './Tooltip.tsx'

const people = ['Asha Patil', 'Rohan Jadhav', 'Meera Joshi', 'Imran Shaikh']
const tones = ['normal', 'brand', 'good', 'warn', 'bad', 'info', 'discount'] as const

/** Every part of the kit in its states, light and dark beside each other. At /kit in development. */
export default function KitPage() {
  return (
    <main className={styles.page}>
      <Heading level={1}>The kit</Heading>
      <div className={styles.schemes}>
        {(['light', 'dark'] as const).map((scheme) => (
          <section key={scheme} aria-label={scheme} className={styles[scheme]}>
            <Parts scheme={scheme} />
          </section>
        ))}
      </div>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={3} as="section">
      <Heading level={2}>{title}</Heading>
      {children}
    </Stack>
  )
}

function Parts({ scheme }: { scheme: string }) {
  const [mode, setMode] = useState('CASH')
  const [tab, setTab] = useState<'overview' | 'fees' | 'off'>('overview')
  const [on, setOn] = useState(true)
  const [audience, setAudience] = useState('school')
  const [day, setDay] = useState('2026-11-20')
  const [person, setPerson] = useState<string | null>('Asha Patil')
  const [several, setSeveral] = useState<string[]>(['Asha Patil', 'Rohan Jadhav'])
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
  const [page, setPage] = useState(0)
  const names = { options: people, optionKey: (one: string) => one, optionLabel: (one: string) => one }
  return (
    <Stack gap={6}>
      <Part title="Type">
        <Text>
          Body,{' '}
          <Text as="span" tone="quiet">
            quiet
          </Text>
          ,{' '}
          <Text as="span" tone="error">
            wrong
          </Text>
          , and <Link href="#link">a link</Link>. शाळेची फी, हजेरी आणि पावत्या.
        </Text>
        <Text size="small" tone="quiet">
          Small and quiet
        </Text>
      </Part>
      <Part title="Buttons">
        <Row gap={2} wrap>
          <Button variant="primary">Take payment</Button>
          <Button>Export</Button>
          <Button variant="quiet">Cancel</Button>
          <Button danger>Delete</Button>
          <Button variant="primary" danger>
            Delete 1 payment
          </Button>
          <Button disabled>Off</Button>
          <Button loading>Saving</Button>
          <Tooltip text="Edit">
            <IconButton aria-label="Edit">
              <EditIcon size={20} />
            </IconButton>
          </Tooltip>
          <IconButton aria-label="Delete" danger>
            <DeleteIcon size={20} />
          </IconButton>
        </Row>
      </Part>
      <Part title="Fields">
        <div className={styles.fields}>
          <TextField label="Name" defaultValue="Asha Patil" required />
          <TextField label="Phone" placeholder="10 digits" hint="The guardian who pays" />
          <TextField label="Cheque number" defaultValue="4512" error hint="Enter all 6 digits, with zeros in front" />
          <TextField label="Amount" start="₹" look="amount" defaultValue="1,23,456.00" />
          <TextField label="Search" hideLabel type="search" start={<SearchIcon size={20} />} />
          <TextField label="Register no." defaultValue="G0418" disabled />
          <Select label="Class" defaultValue="7">
            <option>6</option>
            <option>7</option>
          </Select>
          <Select label="Class" compact defaultValue="7">
            <option>6</option>
            <option>7</option>
          </Select>
          <DateField label="Date" value={day} onChange={setDay} />
          <Combobox {...names} label="Student" value={person} onChange={setPerson} />
          <MultiCombobox {...names} label="Students" value={several} onChange={setSeveral} />
          <TextArea label="Note" rows={2} defaultValue="Fever, mother called" />
        </div>
      </Part>
      <Part title="Choices">
        <Row gap={4} wrap>
          <Checkbox label="Tuition" checked={on} onChange={() => setOn(!on)} />
          <Checkbox label="Some" indeterminate readOnly checked={false} />
          <Checkbox label="Off" disabled />
          <Switch label="SMS" checked={on} onChange={() => setOn(!on)} />
        </Row>
        <RadioGroup aria-label="To" name={`to-${scheme}`} value={audience} onChange={setAudience}>
          <Radio value="school" label="Whole school" />
          <Radio value="sections" label="Sections" />
        </RadioGroup>
        <ToggleGroup aria-label="Mode" value={mode} onChange={setMode}>
          <Toggle value="CASH">Cash</Toggle>
          <Toggle value="UPI">UPI</Toggle>
        </ToggleGroup>
        <Tabs
          name={scheme}
          aria-label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'overview', label: 'Overview' },
            { key: 'fees', label: 'Fees' },
            { key: 'off', label: 'Off', disabled: true },
          ]}
        />
        <div role="tabpanel" id={`panel-${scheme}-${tab}`} aria-labelledby={`tab-${scheme}-${tab}`}>
          <Text size="small">What the tab shows</Text>
        </div>
      </Part>
      <Part title="States">
        <Row gap={2} wrap>
          {tones.map((tone) => (
            <Chip key={tone} tone={tone} label={tone} />
          ))}
          <ChipButton label="Pressed" pressed />
          <ChipButton label="Not pressed" pressed={false} />
        </Row>
        {(['info', 'success', 'warning', 'error'] as const).map((kind) => (
          <Alert key={kind} kind={kind}>
            An alert about something
          </Alert>
        ))}
        <Progress value={60} aria-label="Progress" />
        <Spinner aria-label="Opening" />
        <Skeleton height={32} />
      </Part>
      <Part title="Lists and tables">
        <List aria-label="People">
          {people.slice(0, 2).map((name) => (
            <ListRow key={name} divided end={<Avatar name={name} />}>
              <ListButton>
                <ListText title={name} detail="7-B · roll 12" />
              </ListButton>
            </ListRow>
          ))}
        </List>
        <Table aria-label="Payments">
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell end>Amount</HeadCell>
            </tr>
          </thead>
          <tbody>
            {people.map((name) => (
              <tr key={name}>
                <Cell>
                  <PersonName name={name} />
                </Cell>
                <Cell end>₹5,100.00</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <Pages count={4} page={page} onChange={setPage} />
        <Disclosure title="More fields" open={open} onToggle={setOpen}>
          <Text>What is inside</Text>
        </Disclosure>
        <Card className={styles.card}>A card</Card>
      </Part>
      <Part title="What opens">
        <Row gap={2}>
          <Button onClick={() => setAsking(true)}>Dialog</Button>
          <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
            Menu
          </Button>
        </Row>
        <Menu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          label="Menu"
          choices={[
            { label: 'Edit', icon: <EditIcon size={20} />, onChoose: () => undefined },
            { label: 'Off', detail: 'Because nobody may', disabled: true, onChoose: () => undefined },
            { label: 'Delete', danger: true, divided: true, onChoose: () => undefined },
          ]}
        />
        {asking && (
          <Dialog title="A dialog" onClose={() => setAsking(false)}>
            <DialogBody>What it asks</DialogBody>
            <DialogActions>
              <Button variant="primary" onClick={() => setAsking(false)}>
                Done
              </Button>
            </DialogActions>
          </Dialog>
        )}
      </Part>
    </Stack>
  )
}
