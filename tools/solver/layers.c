/* Layers of solved values on disk. */
#define _GNU_SOURCE
#include "layers.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int16_t *layer_values[CELLS + 1];
static char folder[4000];
static int is_looked_up; /* here and there, not layer by layer */

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "solver: cannot %s %s\n", what, path);
    exit(1);
}

static char *path_of(int numbers, const char *ending)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/layer_%02d.%s", folder, numbers, ending);
    return path;
}

static size_t bytes_of(int numbers)
{
    return (size_t)layer_states(numbers) * (size_t)game.levels * sizeof(int16_t);
}

void layers_init(const char *directory, int may_create)
{
    char path[4096], now[400] = "", wanted[400];
    snprintf(folder, sizeof folder, "%s", directory);
    is_looked_up = !may_create;
    snprintf(path, sizeof path, "%s/manifest.txt", folder);
    snprintf(wanted, sizeof wanted,
             "board %04x minimum %d levels %d costs %d %d %d scale %d bias %d\n", (unsigned)game.walls_free, game.minimum,
             game.levels, game.cost[1], game.cost[2], game.cost[3], SCALE, BIAS);
    FILE *f = fopen(path, "r");
    if (f) {
        if (!fgets(now, sizeof now, f) || strcmp(now, wanted)) fail("use (it holds another game):", path);
        fclose(f);
    } else if (may_create) {
        mkdir(folder, 0777);
        if (!(f = fopen(path, "w"))) fail("write", path);
        fputs(wanted, f);
        fclose(f);
    } else fail("find", path);
}

int layer_is_done(int numbers)
{
    struct stat s;
    if (stat(path_of(numbers, "done"), &s)) return 0;
    return !stat(path_of(numbers, "bin"), &s) && (size_t)s.st_size == bytes_of(numbers);
}

static void map(int numbers, int flags, int protection)
{
    char *path = path_of(numbers, "bin");
    int file = open(path, flags, 0666);
    size_t size = bytes_of(numbers);
    if (file < 0) fail("open", path);
    if (flags & O_CREAT && ftruncate(file, (off_t)size)) fail("size", path);
    layer_values[numbers] = mmap(NULL, size, protection, MAP_SHARED, file, 0);
    if (layer_values[numbers] == MAP_FAILED) fail("map", path);
    /* Reading ahead would push out of memory what is needed, for megabytes that are not. */
    if (is_looked_up) posix_madvise(layer_values[numbers], size, POSIX_MADV_RANDOM);
    close(file);
}

void layer_create(int numbers) { map(numbers, O_RDWR | O_CREAT, PROT_READ | PROT_WRITE); }

void layer_open(int numbers)
{
    if (!layer_values[numbers]) map(numbers, O_RDONLY, PROT_READ);
}

void layer_finish(int numbers)
{
    /* The file must be whole before it is called done; a crash in between only repeats the layer. */
    if (msync(layer_values[numbers], bytes_of(numbers), MS_SYNC)) fail("flush", path_of(numbers, "bin"));
    FILE *f = fopen(path_of(numbers, "done"), "w");
    if (!f || fclose(f)) fail("write", path_of(numbers, "done"));
}

void layer_close(int numbers)
{
    if (!layer_values[numbers]) return;
    munmap(layer_values[numbers], bytes_of(numbers));
    layer_values[numbers] = NULL;
}
