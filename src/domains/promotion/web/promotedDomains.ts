import type { DataDomain } from '#ui/generated/dataDomains.ts'

/** The domains whose data of a term a promotion changes. */
export const promotedDomains: readonly DataDomain[] = ['classes', 'students', 'attendance', 'idcards', 'fees', 'promotion']
