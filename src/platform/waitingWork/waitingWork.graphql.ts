import { z } from 'zod'
import { action } from '../action.ts'
import { query } from '../command.ts'
import { builder } from '../graphql/builder.ts'
import type { WaitingWork } from '../metrics.ts'
import { waitingWork } from './waitingWork.sql.ts'

const viewWaitingWork = query({
  action: action<undefined>('waitingWork.view', { roles: ['SUPERADMIN'], platform: true }),
  input: z.object({}),
  run: async ({ call }) => waitingWork(call.database),
})

const WaitingWorkType = builder.objectRef<WaitingWork>('WaitingWork').implement({
  description: 'Work behind the pages that is due and that nobody has begun, of all schools.',
  fields: (t) => ({
    work: t.exposeString('work', {
      description: 'As the metrics name it: `message.` and a channel, `job.` and its name, or a kind of background task.',
    }),
    due: t.exposeInt('due'),
    oldestSeconds: t.exposeFloat('oldestSeconds', { description: 'For how long the oldest has waited; 0 when nothing is due.' }),
    givenUp: t.exposeInt('givenUp', { description: 'Jobs that were given up in the last day.' }),
  }),
})

builder.queryField('waitingWork', (t) =>
  t.field({ type: [WaitingWorkType], resolve: (_, __, call) => viewWaitingWork(call, 0, {}) }),
)
