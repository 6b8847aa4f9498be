-- The cash of a closing is that of its lists, and what goes to the bank was counted.
with sums as (
  select closing.*,
    (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(receipts) line where line ->> 'mode' = 'CASH') as taken,
    (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(outflows) line) as gone,
    (select coalesce(sum(note.key::bigint * note.value::bigint * 100), 0) from jsonb_each_text(notes) note) as counted,
    (select coalesce(sum(note.key::bigint * note.value::bigint * 100), 0) from jsonb_each_text(deposit_notes) note) as deposited,
    exists (
      select from jsonb_each_text(deposit_notes) note where note.value::bigint > coalesce((notes ->> note.key)::bigint, 0)
    ) as overdrawn
  from day_closings closing
  where closing.school_id = current_school()
)
select id, day, clerk_name
from sums
where cash_in <> taken or cash_out <> gone or counted_cash <> counted or deposited_cash <> deposited or overdrawn
