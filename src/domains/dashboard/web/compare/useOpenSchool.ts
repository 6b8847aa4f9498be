import { useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { useShell } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'

/** Returns a function that chooses a school and opens one of its screens, and the id of the school that is opening. */
export function useOpenSchool(): [open: (schoolId: string, to: string) => Promise<void>, opening: string | null] {
  const { chooseSchool } = useShell()
  const navigate = useNavigate()
  const [opening, setOpening] = useState<string | null>(null)
  async function open(schoolId: string, to: string) {
    setOpening(schoolId)
    try {
      await chooseSchool(schoolId)
      navigate(to)
    } catch (problem) {
      setOpening(null)
      showError(genericMessage(failureOf(problem)))
    }
  }
  return [open, opening]
}
