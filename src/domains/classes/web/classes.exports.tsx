import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { TableFilter } from '#ui/DataTable/columns.ts'
import { byClass, sectionTitle } from '../classes.rules.ts'
import { SectionChoicesDocument } from './sectionChoices.graphql.ts'

interface SectionNames {
  id: string
  name: string
  class: { name: string }
}

/** A section in a selector, with the title "7-B". */
export interface SectionChoice {
  id: string
  name: string
  class: { id: string; name: string }
  title: string
  /** The form value: "classId:sectionId". */
  value: string
}

/** Returns the sections of the looked-at term that the viewer may see, by class and name; undefined while loading. */
export function useSectionChoices(): { sections: SectionChoice[] | undefined; error: unknown } {
  const { schoolId, termId } = useActiveSchool()
  const { data, error } = useQuery(SectionChoicesDocument, { variables: { schoolId, termId } })
  const sections = useMemo(
    () =>
      data &&
      [...data.sections]
        .sort(byClass)
        .map((section) => ({ ...section, title: sectionTitle(section), value: `${section.class.id}:${section.id}` })),
    [data],
  )
  return { sections, error: data ? undefined : error }
}

/** Returns the sections of every term, for files whose rows name their term. */
export function useSectionsOfTerms() {
  const { schoolId, terms } = useActiveSchool()
  const client = useDataClient()
  const [result, setResult] = useState<{ terms?: { id: string; name: string; sections: SectionNames[] }[]; error?: unknown }>({})
  useEffect(() => {
    let unmounted = false
    const load = async ({ id, name }: { id: string; name: string }) => {
      const data = await client.knownOrFetched(SectionChoicesDocument, { schoolId, termId: id })
      return { id, name, sections: data?.sections ?? [] }
    }
    Promise.all(terms.map(load)).then(
      (all) => !unmounted && setResult({ terms: all }),
      (error: unknown) => !unmounted && setResult({ error }),
    )
    return () => {
      unmounted = true
    }
  }, [client, schoolId, terms])
  return result
}

/** Returns table filters by class and by section. The section filter offers those of the chosen class. */
export function useSectionFilters(classId: string | undefined): readonly TableFilter<unknown>[] {
  const { sections } = useSectionChoices()
  return useMemo(() => {
    const classes = new Map((sections ?? []).map((section) => [section.class.id, section.class.name]))
    return [
      { key: 'class', label: t`Class`, options: [...classes].map(([value, label]) => ({ value, label })) },
      {
        key: 'section',
        label: t`Section`,
        options: (sections ?? [])
          .filter((section) => !classId || section.class.id === classId)
          .map(({ id, title }) => ({ value: id, label: title })),
      },
    ]
  }, [sections, classId])
}
