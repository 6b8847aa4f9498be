import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { command, query } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import { Refusal } from '#platform/refusal.ts'
import { seal } from '#platform/sealed.ts'
import { giveOneAccount } from '#domains/fees/server/oneAccount.exports.ts'
import { bankAccountUpdate, newBankAccount } from '../schools.schema.ts'
import { bankAccountActions } from './schools.permissions.ts'
import { bankAccountColumns, bankAccountList, lockBankAccount, lockSchool } from './schools.sql.ts'

const conflicts = {
  bank_accounts_name: {
    path: 'name',
    get message() {
      return t`An account with this name exists already`
    },
  },
}

/** Returns the context in which a secret of a bank account is sealed. `unseal` needs the same context. */
export function bankAccountContext(field: 'key_secret' | 'misc', schoolId: number): string {
  return `bank_accounts.${field}/${schoolId}`
}

function sealSecrets({ secretKey }: Config, schoolId: number, secrets: { keySecret: string; misc: string }) {
  return {
    keySecretSealed: seal(secrets.keySecret, secretKey, bankAccountContext('key_secret', schoolId)),
    miscSealed: seal(secrets.misc, secretKey, bankAccountContext('misc', schoolId)),
  }
}

/** Lists the bank accounts of a school by name, without their key secrets and miscellaneous data. */
export const listBankAccounts = query({
  action: bankAccountActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(bankAccountList(db, schoolId)))[0],
})

/**
 * Adds an account and seals its key secret and miscellaneous data. Where the school has one account for all fee
 * categories, they get it. CONFLICT on `name` when the name is taken, or when such a school has its account already.
 */
export const addBankAccount = command({
  action: bankAccountActions.add,
  input: newBankAccount,
  conflicts,
  run: async ({ db, call, schoolId, input: { keySecret, misc, ...fields } }) => {
    // Locked, so that of two accounts at once the second finds the first.
    const school = await lockSchool(db, schoolId)
    const isOnly = school?.multipleAccounts === false
    if (isOnly && (await bankAccountList(db, schoolId).execute()).length > 0) {
      const message = t`This school has one bank account for all fees. Switch on Multiple Accounts in its settings to add another`
      throw new Refusal('CONFLICT', message, [{ path: 'name', message }])
    }
    const account = await db
      .insertInto('bankAccounts')
      .values({ schoolId, ...fields, ...sealSecrets(call.services.config, schoolId, { keySecret, misc }) })
      .returning(bankAccountColumns)
      .executeTakeFirstOrThrow()
    if (isOnly) await giveOneAccount(db, schoolId)
    return { result: account, ids: [account.id], fields: [...Object.keys(fields), 'keySecret', 'misc'] }
  },
})

/**
 * Changes an account. An empty key secret or miscellaneous data keeps the stored one. CONFLICT on `name` when it is
 * taken.
 */
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
      .returning(bankAccountColumns)
      .executeTakeFirstOrThrow()
    const secrets = Object.entries({ keySecret, misc }).filter(([, value]) => value !== '')
    return { result: account, ids: [id], fields: [...Object.keys(fields), ...secrets.map(([field]) => field)] }
  },
})
