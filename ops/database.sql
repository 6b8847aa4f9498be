-- Run once as a superuser of PostgreSQL 15 or newer: psql -f ops/database.sql. Change the password first.
--
-- The owner of Shala's database is no superuser. It may create roles, because it creates the role that the servers work
-- as (shala_app), which owns nothing and which row-level security binds. It may create databases for the monthly drill
-- (npm run restore -- FILE --to drill); leave createdb out where nobody may, and restore into a database of its own.
create role shala login createrole createdb password 'change this';
create database shala owner shala template template0 encoding 'UTF8';
