import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import { seal } from '#platform/sealed.ts'
import { bankAccountUpdate, newBankAccount } from '../schools.schema.ts'
import { bankAccountActions } from './schools.permissions.ts'
import { accountColumns, bankAccountList, lockBankAccount } from './schools.sql.ts'

const conflicts = { bank_accounts_name: { path: 'name', message: 'An account with this name exists already' } }

/** What a secret of an account is sealed for: `unseal` needs the same words. */
export function bankAccountContext(field: 'key_secret' | 'misc', schoolId: number): string {
  return `bank_accounts.${field}/${schoolId}`
}

function sealSecrets({ secretKey }: Config, schoolId: number, secrets: { keySecret: string; misc: string }) {
  return {
    keySecretSealed: seal(secrets.keySecret, secretKey, bankAccountContext('key_secret', schoolId)),
    miscSealed: seal(secrets.misc, secretKey, bankAccountContext('misc', schoolId)),
  }
}

/** The bank accounts of a school, by name; their key secret and miscellaneous data are never among what is answered. */
export const listBankAccounts = query({
  action: bankAccountActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(bankAccountList(db, schoolId)))[0],
})

/** Adds an account; its key secret and miscellaneous data are sealed. CONFLICT on `name` when the school has one of this name. */
export const addBankAccount = command({
  action: bankAccountActions.add,
  input: newBankAccount,
  conflicts,
  run: async ({ db, call, schoolId, input: { keySecret, misc, ...fields } }) => {
    const account = await db
      .insertInto('bankAccounts')
      .values({ schoolId, ...fields, ...sealSecrets(call.services.config, schoolId, { keySecret, misc }) })
      .returning(accountColumns)
      .executeTakeFirstOrThrow()
    return { result: account, ids: [account.id], fields: [...Object.keys(fields), 'keySecret', 'misc'] }
  },
})

/** Changes an account; an empty key secret or miscellaneous data leaves the stored one. CONFLICT on `name` as in adding. */
export const updateBankAccount = command({
  action: bankAccountActions.update,
  input: bankAccountUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockBankAccount(db, schoolId, input.id),
  run: async ({ db, call, schoolId, input: { id, keySecret, misc, ...fields } }) => {
    const sealed = sealSecrets(call.services.config, schoolId, { keySecret, misc })
    const account = await db
      .updateTable('bankAccounts')
      .set({
        ...fields,
        ...(keySecret === '' ? {} : { keySecretSealed: sealed.keySecretSealed }),
        ...(misc === '' ? {} : { miscSealed: sealed.miscSealed }),
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .returning(accountColumns)
      .executeTakeFirstOrThrow()
    const secrets = Object.entries({ keySecret, misc }).filter(([, value]) => value !== '')
    return { result: account, ids: [id], fields: [...Object.keys(fields), ...secrets.map(([field]) => field)] }
  },
})
