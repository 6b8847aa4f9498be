import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import styles from './UserGuide.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

const points = {
  both: [
    t`Add users before classes, because sections, subjects and books are assigned to existing teachers.`,
    t`The phone number of a user is the initial password: exactly 10 digits, without a country code. At the first sign-in a one-time code is sent to it, and a password is chosen.`,
    t`If no code can be sent, hand one out: “Edit User”, “Make a one-time code”.`,
    t`The username is the email. It must be a valid one: a link to choose a new password is sent there when the old one is forgotten.`,
  ],
  one: [
    t`Leave the field Classes of an Administrator blank to give access to all classes.`,
    t`To give a head of department certain classes only, edit the user once the classes exist. Until then, turn on “No access until classes are chosen”.`,
  ],
  many: [
    t`Only teachers can be added in bulk. Add everybody else one by one in “Add User”.`,
    t`Keep the header of the template: name, phone, email. Every row needs all three.`,
    t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
  ],
}

/** The usage guide of the users screen (specification, section 5), for adding one user or many. */
export function UserGuide({ adding }: { adding: 'one' | 'many' }) {
  return (
    <section aria-labelledby="usage-guide" className={styles.section}>
      <Heading level={2} id="usage-guide">
        <Trans>Usage Guide</Trans>
      </Heading>
      <ul className={styles.list}>
        {[...points.both, ...points[adding]].map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
    </section>
  )
}
