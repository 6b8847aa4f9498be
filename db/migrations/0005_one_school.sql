-- Two schools may share a name, but not the phone of their admin as well: that is one school, sent twice.
create unique index schools_name_phone on schools (lower(name), admin_phone);
