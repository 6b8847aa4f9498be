import { hashPassword } from 'better-auth/crypto'
import { loadConfig } from '#platform/config.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { asOwner } from '../asOwner.ts'
import { addLectureSchool, type StudentAccount } from '../world/lectures.ts'
import { type MixedSchool, mixedSchool } from './mixedSchool.ts'

export interface RollingSchool {
  set: MixedSchool
  /** Password of clerk@rolling.test. */
  password: string
  lecture: {
    of: { classId: number; sectionId: number; subjectId: number; bookId: number }
    pupils: StudentAccount[]
  }
}

/** Creates a school with payments, registers and a live lecture, and a clerk who signs in with a password. */
export async function rollingSchool({
  ownerUrl,
  secretKey,
  dataDir,
}: {
  ownerUrl: string
  secretKey: string
  dataDir: string
}): Promise<RollingSchool> {
  const database = new Database(appUrl(ownerUrl, secretKey), { onError: () => undefined, connections: 2 })
  try {
    const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey, DATABASE_URL: ownerUrl })
    const set = await mixedSchool(database, config, ownerUrl)
    const { students: pupils } = await addLectureSchool({ database }, set.school)
    const subject = set.school.subjects.fees
    await asOwner(
      ownerUrl,
      `with known as (insert into auth."user" (id, name, email, "emailVerified") values ($1, 'Clerk', 'clerk@rolling.test', false) returning id)
       insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
       select id::text, 'credential', id, $2, now() from known`,
      [subject, await hashPassword('9876543210')],
    )
    const of = { classId: set.school.class7, sectionId: set.school.section7A, subjectId: 0, bookId: 0 }
    return { set, password: '9876543210', lecture: { of, pupils } }
  } finally {
    await database.close()
  }
}
