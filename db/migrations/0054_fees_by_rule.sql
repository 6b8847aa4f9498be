-- Fees by rule: a category says for which classes it is, and students who come to one of them are assigned to it.
alter table fee_categories
  -- Also for classes that are added later. Otherwise for those in fee_category_classes; none means that it is assigned by hand only.
  add column all_classes boolean not null default false;

create table fee_category_classes (
  school_id bigint not null references schools (id),
  term_id bigint not null,
  fee_category_id bigint not null,
  class_id bigint not null,
  primary key (school_id, fee_category_id, class_id),
  foreign key (school_id, term_id, fee_category_id) references fee_categories (school_id, term_id, id),
  foreign key (school_id, term_id, class_id) references classes (school_id, term_id, id) on delete cascade
);
create index fee_category_classes_class on fee_category_classes (school_id, class_id);

alter table student_fee_categories
  -- False for an assignment by hand, which no rule removes. Rows from before this migration count as made by hand.
  add column by_rule boolean not null default false;

-- Categories that somebody took from a student by hand although the rule gives them. The rule does not give them again in this term.
create table fee_category_exceptions (
  school_id bigint not null references schools (id),
  term_id bigint not null,
  student_id bigint not null,
  fee_category_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, fee_category_id, student_id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id) on delete cascade,
  foreign key (school_id, term_id, fee_category_id) references fee_categories (school_id, term_id, id)
);
create index fee_category_exceptions_student on fee_category_exceptions (school_id, term_id, student_id);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['fee_category_classes', 'fee_category_exceptions'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
