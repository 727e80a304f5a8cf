/* A disk that forgets what wasn't synced, and a power cut at a chosen moment. Linux; loaded with LD_PRELOAD.

   The files in the folder WATCHED are written as usual. What a power cut would leave of them is in the folder SHADOW:
   fsync and fdatasync bring the writes and the length of a file there; unlink and rename take effect at once.
   CUT_AT=N kills the process just before the Nth write, sync, change of length, unlink or rename of a file in WATCHED
   whose name ends in CUT_IN; 0 never does. The number of these calls is written to the file COUNTED if the process ends
   before. While there is a file FAULT, writes, syncs and changes of length fail with the errno that it has. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 4096, MOST_WRITES = 65536, LONGEST = 512 };

struct write { off_t at; size_t size; };

/* An open file in WATCHED. SQLite has one descriptor for each of its files, and writes through no other. */
struct watched {
    char name[LONGEST]; /* without the folder; empty if the descriptor is another file's */
    struct write writes[MOST_WRITES]; /* that aren't synced */
    size_t count;
};

static struct watched *files[MOST_FILES]; /* by descriptor */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static void fail(const char *what) {
    perror(what);
    abort();
}

/* The name of a path in WATCHED, or NULL. */
static const char *name_of(const char *path) {
    const char *folder = getenv("WATCHED");
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && path[length] == '/' ? path + length + 1 : NULL;
}

static void shadow_path(char *path, const char *name) {
    if (snprintf(path, 2 * LONGEST, "%s/%s", getenv("SHADOW"), name) >= 2 * LONGEST) fail("name too long");
}

/* Note a call for this file, which the power is cut before if it's the one. */
static void call(const char *name) {
    const char *end = getenv("CUT_IN"), *at = getenv("CUT_AT");
    size_t length = strlen(name), tail = end ? strlen(end) : 0;
    if (length < tail || strcmp(name + length - tail, end ? end : "")) return;
    if (++calls == (at ? atol(at) : 0)) kill(getpid(), SIGKILL);
}

static struct watched *find(int descriptor) {
    if (descriptor < 0 || descriptor >= MOST_FILES) return NULL;
    struct watched *file = files[descriptor];
    return file && *file->name ? file : NULL;
}

static void opened(int descriptor, const char *path) {
    const char *name = name_of(path);
    if (descriptor < 0 || !name) return;
    if (descriptor >= MOST_FILES) fail("too many files");
    pthread_mutex_lock(&lock);
    if (!files[descriptor] && !(files[descriptor] = calloc(1, sizeof(struct watched)))) fail("calloc");
    strncpy(files[descriptor]->name, name, LONGEST - 1);
    files[descriptor]->count = 0;
    pthread_mutex_unlock(&lock);
}

static int mode_of(int flags, va_list more) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
}

int open64(const char *path, int flags, ...) {
    REAL(int, open64, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    int descriptor = real(path, flags, mode_of(flags, more));
    va_end(more);
    opened(descriptor, path);
    return descriptor;
}

int open(const char *path, int flags, ...) {
    REAL(int, open, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    int descriptor = real(path, flags, mode_of(flags, more));
    va_end(more);
    opened(descriptor, path);
    return descriptor;
}

int close(int descriptor) {
    REAL(int, close, int);
    pthread_mutex_lock(&lock);
    struct watched *file = find(descriptor);
    if (file) *file->name = '\0';
    pthread_mutex_unlock(&lock);
    return real(descriptor);
}

static void wrote(int descriptor, off_t at, size_t size) {
    pthread_mutex_lock(&lock);
    struct watched *file = find(descriptor);
    if (file) {
        if (file->count == MOST_WRITES) fail("too many writes without a sync");
        file->writes[file->count++] = (struct write){at, size};
    }
    pthread_mutex_unlock(&lock);
}

/* The errno in the file FAULT, or 0. */
static int read_fault(void) {
    const char *path = getenv("FAULT");
    FILE *file = path ? fopen(path, "r") : NULL;
    int error = 0;
    if (file) {
        if (fscanf(file, "%d", &error) != 1) error = 0;
        fclose(file);
    }
    return error;
}

/* Note a call for this file; whether it fails. */
static int fails(int descriptor) {
    int error = 0;
    pthread_mutex_lock(&lock);
    struct watched *file = find(descriptor);
    if (file) {
        call(file->name);
        error = read_fault();
    }
    pthread_mutex_unlock(&lock);
    if (error) errno = error;
    return error;
}

ssize_t pwrite64(int descriptor, const void *from, size_t size, off_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off_t);
    if (fails(descriptor)) return -1;
    ssize_t done = real(descriptor, from, size, at);
    if (done > 0) wrote(descriptor, at, (size_t)done);
    return done;
}

ssize_t pwrite(int descriptor, const void *from, size_t size, off_t at) {
    return pwrite64(descriptor, from, size, at);
}

ssize_t write(int descriptor, const void *from, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    if (fails(descriptor)) return -1;
    ssize_t done = real(descriptor, from, size);
    if (done > 0 && find(descriptor)) wrote(descriptor, lseek(descriptor, 0, SEEK_CUR) - done, (size_t)done);
    return done;
}

int ftruncate64(int descriptor, off_t size) {
    REAL(int, ftruncate64, int, off_t);
    if (fails(descriptor)) return -1; /* the length is brought to the shadow by the next sync */
    return real(descriptor, size);
}

int ftruncate(int descriptor, off_t size) {
    return ftruncate64(descriptor, size);
}

/* Bring a file's writes and length to its shadow. */
static void bring(int descriptor, struct watched *file) {
    static char bytes[1 << 20];
    char path[2 * LONGEST];
    struct stat status;
    REAL(int, open64, const char *, int, ...);
    shadow_path(path, file->name);
    int shadow = real(path, O_RDWR | O_CREAT, 0600);
    if (shadow < 0 || fstat(descriptor, &status)) fail(path);
    for (size_t number = 0; number < file->count; number++) {
        off_t at = file->writes[number].at;
        for (size_t left = file->writes[number].size; left;) {
            ssize_t read = pread(descriptor, bytes, left < sizeof bytes ? left : sizeof bytes, at);
            if (read < 0) fail("pread");
            if (!read) break; /* cut off again meanwhile */
            if (pwrite(shadow, bytes, (size_t)read, at) != read) fail("pwrite");
            at += read;
            left -= (size_t)read;
        }
    }
    if (ftruncate(shadow, status.st_size)) fail("ftruncate");
    file->count = 0;
    close(shadow);
}

static int synced(int descriptor, int (*real)(int)) {
    if (fails(descriptor)) return -1;
    int failed = real(descriptor);
    struct watched *file = find(descriptor);
    if (!failed && file) bring(descriptor, file);
    return failed;
}

int fsync(int descriptor) {
    REAL(int, fsync, int);
    return synced(descriptor, real);
}

int fdatasync(int descriptor) {
    REAL(int, fdatasync, int);
    return synced(descriptor, real);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    const char *name = name_of(path);
    char shadow[2 * LONGEST];
    if (name) call(name);
    int failed = real(path);
    if (name && !failed) {
        shadow_path(shadow, name);
        real(shadow);
    }
    return failed;
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    const char *old = name_of(from), *new = name_of(to);
    char old_shadow[2 * LONGEST], new_shadow[2 * LONGEST];
    if (new) call(new);
    int failed = real(from, to);
    if (old && new && !failed) {
        shadow_path(old_shadow, old);
        shadow_path(new_shadow, new);
        real(old_shadow, new_shadow);
    }
    return failed;
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("COUNTED");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", calls);
        fclose(file);
    }
}
