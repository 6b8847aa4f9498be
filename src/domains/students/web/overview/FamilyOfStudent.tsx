import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { ChatIcon, PhoneIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { StudentOverview } from '../StudentScreen.tsx'
import styles from './FamilyOfStudent.module.css'

/** A student's guardians with the phones to call or to write to, and the siblings at the school. */
export function FamilyOfStudent({ student, siblings }: Pick<StudentOverview, 'student' | 'siblings'>) {
  const titleId = useId()
  const { phone, details } = student
  const people = [
    [t`Father`, details?.fatherName],
    [t`Mother`, details?.motherName],
    [t`Guardian`, details?.guardian],
  ].filter(([, name]) => name)
  const phones = [phone, ...(details?.phones ?? '').split(',').map((other) => other.trim())].filter(
    // Whoever has none has the phone that stands for it.
    (one, place, all) => /^\d{10}$/.test(one) && one !== defaultPhone && all.indexOf(one) === place,
  )
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Family</Trans>
      </Heading>
      {people.length > 0 && (
        <dl className={styles.people}>
          {people.map(([label, name]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      )}
      {phones.length === 0 ? (
        <Text tone="quiet">
          <Trans>No phone is on record.</Trans>
        </Text>
      ) : (
        <ul aria-label={t`Phones`} className={styles.list}>
          {phones.map((one) => (
            <li key={one} className={styles.phone}>
              <span className={styles.number}>{one}</span>
              <Button as="a" size="small" icon={<PhoneIcon />} href={`tel:${one}`} aria-label={t`Call ${one}`}>
                <Trans>Call</Trans>
              </Button>
              <Button
                as="a"
                size="small"
                icon={<ChatIcon />}
                href={`https://wa.me/91${one}`}
                target="_blank"
                rel="noreferrer"
                aria-label={t`Write to ${one} on WhatsApp`}
              >
                {t`WhatsApp`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {siblings.length > 0 && (
        <>
          <Heading level={3}>
            <Trans>Siblings</Trans>
          </Heading>
          <ul aria-label={t`Siblings`} className={styles.list}>
            {siblings.map((sibling) => (
              <li key={sibling.id} className={styles.sibling}>
                <Avatar name={sibling.name} photoUrl={sibling.photoUrl} />
                <Link as={RouterLink} to={`/students/${sibling.id}`}>
                  {sibling.name}
                </Link>
                <span className={styles.quiet}>{sibling.sectionName}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
