-- Each closing of a clerk begins with the cash that the one before carried on; the drawer says from when to when its days are closed, and
-- every day with money between them is.
with in_force as (
  select drawer_id, day, opening_cash,
    lag(carried_cash, 1, 0::bigint) over (partition by drawer_id order by day) as carried
  from day_closings
  where school_id = current_school() and reopened_at is null
),
closed as (
  select drawer_id, min(day) as first, max(day) as last from in_force group by drawer_id
)
select 'opening' as wrong, drawer_id, day from in_force where opening_cash <> carried
union all
select 'drawer', drawer.id, drawer.closed_until
from cash_drawers drawer
left join closed on closed.drawer_id = drawer.id
where drawer.school_id = current_school()
  and (drawer.closed_from is distinct from closed.first or drawer.closed_until is distinct from closed.last)
union all
select 'day', taken.drawer_id, taken.day
from cashier_days taken
join closed on closed.drawer_id = taken.drawer_id and taken.day between closed.first and closed.last
where taken.school_id = current_school()
  and not exists (select from in_force where in_force.drawer_id = taken.drawer_id and in_force.day = taken.day)
