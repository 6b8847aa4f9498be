import { fileUrl } from '#platform/files/files.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import {
  gateDay,
  gateDeviceChoice,
  gateDeviceForm,
  gateDirection,
  type GateDirection,
  recordScansInput,
  scanDirection,
  type ScanDirection,
  scanResult,
} from '../gate.schema.ts'
import {
  addGateDevice,
  type GateBoard,
  listGateDevices,
  recordScans,
  revokeGateDevice,
  viewGateArea,
  viewGateBoard,
} from './gate.commands.ts'
import { gateActions } from './gate.permissions.ts'
import type { GateDevice } from './gate.sql.ts'
import type { Scanned } from './storeScans.ts'

const GateDirectionType = enumType('GateDirection', gateDirection)
const ScanDirectionType = enumType('ScanDirection', scanDirection)
const ScanResultType = enumType('ScanResult', scanResult)

const deviceCan = viewerCan<{ schoolId: number }, 'revoke'>('GateDevice', { revoke: gateActions.revokeDevice })
const gateCan = viewerCan<{ schoolId: number }, 'listDevices' | 'addDevice'>('Gate', {
  listDevices: gateActions.listDevices,
  addDevice: gateActions.addDevice,
})

const GateScanType = builder.objectRef<GateBoard['scans'][number]>('GateScan').implement({
  description: 'A student who came in or went out.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName', {
      description: 'In the current term; empty for a student without a place in it.',
    }),
    direction: t.field({ type: ScanDirectionType, resolve: (scan) => scan.direction as ScanDirection }),
    at: t.expose('at', { type: 'DateTime' }),
    deviceName: t.exposeString('deviceName', { nullable: true, description: 'The reader; null for the page of a person.' }),
    byName: t.exposeString('scannedByName'),
  }),
})

const GateBoardType = builder.objectRef<GateBoard>('GateBoard').implement({
  description: 'The latest fifty scans of a day; how many went in and out, and how many students are inside.',
  fields: (t) => ({
    scans: t.expose('scans', { type: [GateScanType] }),
    in: t.exposeInt('in'),
    out: t.exposeInt('out'),
    inside: t.exposeInt('inside'),
  }),
})

const ScannedType = builder.objectRef<Scanned>('Scanned').implement({
  description: 'What became of a scan.',
  fields: (t) => ({
    key: t.exposeString('key'),
    result: t.expose('result', { type: ScanResultType }),
    studentName: t.string({ nullable: true, resolve: ({ student }) => student?.name ?? null }),
    sectionName: t.string({ nullable: true, resolve: ({ student }) => student?.sectionName ?? null }),
    photoUrl: t.string({
      nullable: true,
      resolve: ({ student }, _, call) => student && fileUrl(call, student.schoolId, student.photoFile, 'student-photo'),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'The moment that counts; of a scan too early, the first one’s.' }),
    message: t.exposeString('message'),
  }),
})

const GateDeviceType = builder.objectRef<GateDevice>('GateDevice').implement({
  description: 'A reader with a key of its own.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    direction: t.field({ type: GateDirectionType, resolve: (device) => device.direction as GateDirection }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', nullable: true }),
    viewerCan: t.field({ type: deviceCan.type, resolve: deviceCan.resolve }),
  }),
})

const AddedGateDeviceType = builder.objectRef<Awaited<ReturnType<typeof addGateDevice>>>('AddedGateDevice').implement({
  fields: (t) => ({
    device: t.expose('device', { type: GateDeviceType }),
    key: t.exposeString('key', { description: 'Shown now and never again.' }),
  }),
})

builder.queryFields((t) => ({
  gateBoard: t.field({
    type: GateBoardType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GateDay', gateDay) }) },
    resolve: (_, { schoolId, input }, call) => viewGateBoard(call, schoolId, input),
  }),
  gateDevices: t.field({
    type: [GateDeviceType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listGateDevices(call, schoolId, {}),
  }),
  gateViewerCan: t.field({
    type: gateCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => gateCan.resolve(await viewGateArea(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  recordScans: t.field({
    type: [ScannedType],
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('RecordScansInput', recordScansInput) }) },
    resolve: (_, { schoolId, input }, call) => recordScans(call, schoolId, input),
  }),
  addGateDevice: t.field({
    type: AddedGateDeviceType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GateDeviceForm', gateDeviceForm) }) },
    resolve: (_, { schoolId, input }, call) => addGateDevice(call, schoolId, input),
  }),
  revokeGateDevice: t.id({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GateDeviceChoice', gateDeviceChoice) }) },
    resolve: (_, { schoolId, input }, call) => revokeGateDevice(call, schoolId, input),
  }),
}))
