import { TextLink } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The page for visitors without an account. */
export default function SignInNotACustomer() {
  return (
    <SignInFrame title="Not a customer yet?" below={<TextLink to="/">Back to sign in</TextLink>}>
      <p>
        Shala is where a school keeps its classes, students, attendance and fees. Only people whose school uses it can sign in:
        there are no accounts to open here.
      </p>
      <p>
        <strong>You teach or work at a school that uses Shala?</strong> Its office gives you an account. The email it has of you
        is your user name.
      </p>
      <p>
        <strong>You are a parent?</strong> You need no account. To pay fees, open the link your school has sent to your phone.
      </p>
      <p>
        <strong>You would like Shala for your school?</strong> Ask the people who run this installation to add it.
      </p>
    </SignInFrame>
  )
}
