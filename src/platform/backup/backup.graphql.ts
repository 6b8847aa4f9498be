import { z } from 'zod'
import { action } from '../action.ts'
import { query } from '../command.ts'
import { builder } from '../graphql/builder.ts'
import { lastBackup } from './lastBackup.ts'
import { type Safety, safetyOf, safetyStates } from './safeMoment.ts'

interface BackupStatus extends Safety {
  nightlyAt: Date | null
}

const viewBackup = query({
  action: action<undefined>('backup.view', { roles: ['SUPERADMIN'], platform: true }),
  input: z.object({}),
  run: async ({ call }): Promise<BackupStatus> => {
    const { config } = call.services
    const nightly = lastBackup(config.dataDir)
    return {
      ...safetyOf(call.database),
      nightlyAt: nightly === undefined ? null : new Date(nightly * 1000),
    }
  },
})

const StateType = builder.enumType('BackupState', { values: safetyStates })

const BackupStatusType = builder.objectRef<BackupStatus>('BackupStatus').implement({
  description: 'How much data a broken disk would lose.',
  fields: (t) => ({
    state: t.field({ type: StateType, resolve: ({ state }) => state }),
    safeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Everything acknowledged before this moment is in a backup.',
      resolve: ({ at }) => at,
    }),
    everyMinutes: t.exposeInt('everyMinutes', {
      description: 'How old the safe moment becomes while all is well; 0 with an archive of the log of PostgreSQL.',
    }),
    serverNow: t.field({ type: 'DateTime', resolve: () => new Date() }),
    trouble: t.exposeString('trouble', { nullable: true }),
    nightlyAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the last file of `npm run backup` was made.',
      resolve: (status) => status.nightlyAt,
    }),
  }),
})

builder.queryField('backupStatus', (t) => t.field({ type: BackupStatusType, resolve: (_, __, call) => viewBackup(call, 0, {}) }))
