import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TextLink } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The page for visitors without an account. */
export default function SignInNotACustomer() {
  return (
    <SignInFrame
      title={t`Not a customer yet?`}
      below={
        <TextLink to="/">
          <Trans>Back to sign in</Trans>
        </TextLink>
      }
    >
      <p>
        <Trans>
          Shala is where a school keeps its classes, students, attendance and fees. Only people whose school uses it can sign in:
          there are no accounts to open here.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>You teach or work at a school that uses Shala?</strong> Its office gives you an account. The email it has for
          you is your user name.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>You are a parent?</strong> You need no account. To pay fees, open the link your school has sent to your phone.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>You would like Shala for your school?</strong> Ask the people who run this installation to add it.
        </Trans>
      </p>
    </SignInFrame>
  )
}
